/**
 * What somebody has changed in a form and not saved, over what is true now. Pure. Fields nobody touched here follow what others
 * save; a touched one stays, and what it became elsewhere is offered beside it. Only what differs is ever saved.
 */

/** The touched fields: what they are to be, and what they were when they were first touched. */
export type Draft<F> = { readonly [K in keyof F]?: { readonly mine: F[K]; readonly from: F[K] } }

/** A field set by hand. Set back to what is true now, it is untouched again. */
export function setField<F extends object, K extends keyof F>(draft: Draft<F>, now: F, key: K, mine: F[K]): Draft<F> {
  const { [key]: known, ...others } = draft
  if (Object.is(mine, now[key])) return others as Draft<F>
  return { ...draft, [key]: { mine, from: known ? known.from : now[key] } }
}

/** Every field as the form shows it. */
export function shownFields<F extends object>(draft: Draft<F>, now: F): F {
  const out = { ...now }
  for (const key of touched(draft)) out[key] = draft[key]!.mine
  return out
}

/** What is to be saved: the touched fields that are not so already. */
export function changedFields<F extends object>(draft: Draft<F>, now: F): Partial<F> {
  const out: Partial<F> = {}
  for (const key of touched(draft)) if (!Object.is(draft[key]!.mine, now[key])) out[key] = draft[key]!.mine
  return out
}

/** Touched fields that somebody else has changed meanwhile to something else, with what they are now. */
export function changedElsewhere<F extends object>(draft: Draft<F>, now: F): Partial<F> {
  const out: Partial<F> = {}
  for (const key of touched(draft)) {
    const { mine, from } = draft[key]!
    if (!Object.is(now[key], from) && !Object.is(now[key], mine)) out[key] = now[key]
  }
  return out
}

/** Gives a field up for what it became elsewhere. */
export function takeTheirs<F extends object>(draft: Draft<F>, key: keyof F): Draft<F> {
  const { [key]: _, ...others } = draft
  return others as Draft<F>
}

/** Keeps a field as it was set here, whatever it became elsewhere. */
export function keepMine<F extends object, K extends keyof F>(draft: Draft<F>, now: F, key: K): Draft<F> {
  const known = draft[key]
  return known ? { ...draft, [key]: { mine: known.mine, from: now[key] } } : draft
}

/** The draft once some values are saved: a field that was changed again meanwhile is still to be saved, from what was sent. */
export function settled<F extends object>(draft: Draft<F>, sent: Partial<F>): Draft<F> {
  const out: { -readonly [K in keyof F]?: { readonly mine: F[K]; readonly from: F[K] } } = {}
  for (const key of touched(draft)) {
    const { mine } = draft[key]!
    if (!(key in sent)) out[key] = draft[key]!
    else if (!Object.is(mine, sent[key])) out[key] = { mine, from: sent[key] as F[typeof key] }
  }
  return out
}

function touched<F>(draft: Draft<F>): (keyof F)[] {
  return Object.keys(draft) as (keyof F)[]
}
