import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { printSlip } from '../../api/manual.ts'
import { usePreference } from '../../lib/preferences.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Status.tsx'

/** Prints a finish slip on the label printer of Settings; without one there is no button (SET-4, A-131). */
export function PrintButton({ raceEventId, id }: { raceEventId: number; id: number }) {
  const [address] = usePreference('printerAddress')
  const print = useMutation({
    mutationFn: () => printSlip(raceEventId, id, address),
    onSuccess: (to) => toast(`The slip went to the printer at ${to}.`),
  })
  if (address === '') return null
  return (
    <>
      <Button icon={<Printer aria-hidden />} busy={print.isPending} onPress={() => print.mutate()}>
        Print
      </Button>
      {print.error ? <Notice state="bad">{print.error.message}</Notice> : null}
    </>
  )
}
