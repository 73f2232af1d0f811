import type { ReactNode, Ref } from 'react'
import { FieldError, Input, Label, Text, TextField as AriaTextField, type TextFieldProps } from 'react-aria-components'
import css from './Field.module.css'

interface Props extends Omit<TextFieldProps, 'children' | 'className' | 'style'> {
  label: string
  /** The label is heard and not seen: what stands around the field says it. */
  hideLabel?: boolean
  /** A second line below the field. */
  hint?: ReactNode
  error?: string
  placeholder?: string
  /** Larger, for the sign-in screen. */
  big?: boolean
  /** Taken as typed: no capitals, no corrections. */
  verbatim?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** One line of text with its label. */
export function TextField({ label, hideLabel = false, hint, error, placeholder, big = false, verbatim = false, inputRef, ...rest }: Props) {
  return (
    <AriaTextField {...rest} isInvalid={!!error} className={`${css.field} ${big ? css.big : ''}`}>
      <Label className={hideLabel ? 'said' : css.label}>{label}</Label>
      <Input ref={inputRef} className={css.input} placeholder={placeholder} {...(verbatim ? VERBATIM : {})} />
      {hint ? (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error}>{error}</FieldError>
    </AriaTextField>
  )
}
