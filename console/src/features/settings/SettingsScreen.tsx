import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { signOut } from '../../api/actions.ts'
import { queries } from '../../api/queries.ts'
import { tokenExpiresAt, user } from '../../api/session.ts'
import { usePreference } from '../../lib/preferences.ts'
import { shortDateTime } from '../../lib/time.ts'
import { distance, distanceUnit } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { FormRow } from '../../ui/FormRow.tsx'
import { Switch } from '../../ui/Switch.tsx'
import css from './SettingsScreen.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'night', label: 'Night' },
] as const

const DENSITIES = [
  { value: 'dense', label: 'Dense' },
  { value: 'comfortable', label: 'Comfortable' },
] as const

const UNITS = [
  { value: 'km', label: 'Kilometres' },
  { value: 'mi', label: 'Miles' },
] as const

/** What this browser remembers about how things look, and who is signed in (SET-1, A-131). Every change takes effect at once. */
export function SettingsScreen() {
  useEffect(() => {
    document.title = 'Settings · Race Control'
  }, [])
  return (
    <div className={css.screen}>
      <h1>Settings</h1>
      <Looks />
      <Account />
      <Server />
    </div>
  )
}

function Looks() {
  const [theme, setTheme] = usePreference('theme')
  const [density, setDensity] = usePreference('density')
  const [miles, setMiles] = usePreference('wantsMiles')
  const [wide, setWide] = usePreference('forceExpandedNav')
  return (
    <Card flush title="On this browser">
      <FormRow label="Theme" hint="Night is for tents: dark, warm, with nothing white in it.">
        <Choice hideLabel label="Theme" value={theme} options={THEMES} onChange={setTheme} />
      </FormRow>
      <FormRow label="Rows" hint="Dense shows more people; comfortable is easier to hit with a thumb.">
        <Choice hideLabel label="Rows" value={density} options={DENSITIES} onChange={setDensity} />
      </FormRow>
      <FormRow label="Distances" hint={`A marathon is ${distance(42_195, miles)} ${distanceUnit(miles)}.`}>
        <Choice hideLabel label="Distances" value={distanceUnit(miles)} options={UNITS} onChange={(u) => setMiles(u === 'mi')} />
      </FormRow>
      <FormRow label="Navigation" hint="The list of screens at the left, with its words or as icons alone.">
        <Switch isSelected={wide} onChange={setWide}>
          Keep it wide
        </Switch>
      </FormRow>
    </Card>
  )
}

function Account() {
  const client = useQueryClient()
  const router = useRouter()
  const ends = tokenExpiresAt()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const leave = () => {
    signOut()
    client.clear()
    void router.navigate({ to: '/login' })
  }
  return (
    <Card flush title="Signed in">
      <FormRow label={user() ?? '-'} hint={ends ? `Until ${shortDateTime(ends, zone)}, by the clock of this computer.` : undefined}>
        <Button icon={<LogOut aria-hidden />} onPress={leave}>
          Sign out
        </Button>
      </FormRow>
    </Card>
  )
}

function Server() {
  const { data } = useQuery(queries.version())
  return (
    <Card flush title="Server">
      <FormRow label="Address">
        <span className="mono">{location.host}</span>
      </FormRow>
      <FormRow label="Version" hint={data?.date ? `Built ${shortDateTime(data.date, 'UTC')} UTC` : undefined}>
        <span className="mono">{data ? [data.version, data.branch, data.commit.slice(0, 9)].filter(Boolean).join(' · ') : '-'}</span>
      </FormRow>
    </Card>
  )
}
