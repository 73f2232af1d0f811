import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps, Link, type LinkProps } from 'react-aria-components'
import css from './Button.module.css'
import { Tooltip } from './Tooltip.tsx'

/** `plain` is the usual one, `primary` the one thing a screen is for, `quiet` has no frame, `danger` cannot be undone. */
export type Look = 'plain' | 'primary' | 'quiet' | 'danger'

interface Props extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  look?: Look
  icon?: ReactNode
  /** Behind the words: the arrow of a menu. */
  after?: ReactNode
  /** Shows that work is under way; the button stays where it is and cannot be pressed twice. */
  busy?: boolean
  children: ReactNode
}

/** A button that says what it does. */
export function Button({ look = 'plain', icon, after, busy = false, children, ...rest }: Props) {
  return (
    <AriaButton {...rest} isPending={busy} className={`${css.button} ${css[look]}`}>
      {busy ? <span className={css.spinner} aria-hidden /> : icon}
      <span>{children}</span>
      {after}
    </AriaButton>
  )
}

interface IconProps extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  /** What the button does, for the tooltip and for screen readers. */
  label: string
  /** Keys that do the same, shown in the tooltip. */
  keys?: string
  look?: Look
  children: ReactNode
}

/** A button that is only an icon; its words are in the tooltip. */
export function IconButton({ label, keys, look = 'quiet', children, ...rest }: IconProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <AriaButton {...rest} aria-label={label} className={`${css.button} ${css.icon} ${css[look]}`}>
        {children}
      </AriaButton>
    </Tooltip>
  )
}

/** A link that looks like a button: a download, another page. */
export function ButtonLink({ look = 'plain', icon, children, ...rest }: Omit<LinkProps, 'children' | 'className' | 'style'> & { look?: Look; icon?: ReactNode; children: ReactNode }) {
  return (
    <Link {...rest} className={`${css.button} ${css[look]}`}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
