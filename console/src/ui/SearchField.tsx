import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { Button, Input, SearchField as AriaSearchField, type SearchFieldProps } from 'react-aria-components'
import css from './Field.module.css'

interface Props extends Omit<SearchFieldProps, 'children' | 'className' | 'style'> {
  label: string
  placeholder?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A field that narrows what is on the screen; Esc empties it. */
export function SearchField({ label, placeholder, inputRef, ...rest }: Props) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={css.search!}>
      <Search aria-hidden />
      <Input ref={inputRef} className={css.input} placeholder={placeholder ?? label} />
      <Button className={css.clear!} aria-label="Clear">
        <X aria-hidden />
      </Button>
    </AriaSearchField>
  )
}
