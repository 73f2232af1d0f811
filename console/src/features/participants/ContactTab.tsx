import { SelectField } from '../../ui/SelectField.tsx'
import { Edited } from './Edited.tsx'
import { usePerson } from './person.ts'
import { PersonText } from './PersonText.tsx'
import css from './person.module.css'

const SHIRT = [
  { value: '', label: 'Not said' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** How to reach somebody, whom to call, and what they are given. */
export default function ContactTab() {
  const { shown, set, detail } = usePerson()
  return (
    <div className={css.grid}>
      <PersonText field="phone" label="Phone" type="tel" />
      <PersonText field="email" label="E-mail" type="email" verbatim />
      <PersonText field="emergencyName" label="Emergency contact" />
      <PersonText field="emergencyPhone" label="Emergency phone" type="tel" />
      <PersonText field="address" label="Address" wide />
      <div className={css.pair}>
        <PersonText field="city" label="City" />
        <PersonText field="zip" label="Zip" verbatim />
      </div>
      <div className={css.pair}>
        <PersonText field="country" label="Country" />
        <PersonText field="state" label="State" />
      </div>
      <div className={css.pair}>
        <PersonText field="shirtSize" label="Shirt size" verbatim />
        <Edited field="expectsShirt" say={(v) => v || 'not said'}>
          <SelectField label="Expects a shirt" value={shown.expectsShirt} options={SHIRT} hint={detail?.noShirt ? `Is given none: ${detail.noShirt}.` : undefined} onChange={(v) => set('expectsShirt', v)} />
        </Edited>
      </div>
      <PersonText field="chips" label="Chips" verbatim wide hint="Tags that are theirs beside the one of the bib, separated by commas." />
      <PersonText field="uniqueId" label="Unique id" verbatim hint="The registration system’s own." />
    </div>
  )
}
