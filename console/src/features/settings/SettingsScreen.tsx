import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
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
import { TextField } from '../../ui/TextField.tsx'
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
      <Printer />
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

/** Where finish slips are printed (SET-4). What is typed holds when the field is left; empty means that nothing is printed. */
function Printer() {
  const [address, setAddress] = usePreference('printerAddress')
  const [typed, setTyped] = useState(address)
  const wrong = typed.trim() !== '' && !ADDRESS.test(typed.trim())
  const keep = () => wrong || setAddress(typed.trim())
  return (
    <Card flush title="Finish slips">
      <FormRow label="Printer" hint="A label printer (ZPL) in the same network, such as 192.168.1.50; port 9100 unless you name another. Empty: no Print button.">
        <TextField
          label="Printer address"
          hideLabel
          verbatim
          placeholder="None"
          value={typed}
          onChange={setTyped}
          onBlur={keep}
          onKeyDown={(e) => e.key === 'Enter' && keep()}
          {...(wrong ? { error: 'Write a host, or a host and a port, like 192.168.1.50:9100.' } : {})}
        />
      </FormRow>
    </Card>
  )
}

// Only its form: whether it may be talked to is the server's to say, when it does.
const ADDRESS = /^(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(:\d{1,5})?$/i

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
