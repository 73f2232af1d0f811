import type { ReactNode } from 'react'
import { FieldError, Label, Text, TextArea as AriaTextArea, TextField, type TextFieldProps } from 'react-aria-components'
import css from './Field.module.css'

interface Props extends Omit<TextFieldProps, 'children' | 'className' | 'style'> {
  label: string
  hint?: ReactNode
  error?: string
  rows?: number
}

/** Text of several lines with its label. */
export function TextArea({ label, hint, error, rows = 3, ...rest }: Props) {
  return (
    <TextField {...rest} isInvalid={!!error} className={css.field!}>
      <Label className={css.label}>{label}</Label>
      <AriaTextArea className={`${css.input} ${css.area}`} rows={rows} />
      {hint ? (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error}>{error}</FieldError>
    </TextField>
  )
}
