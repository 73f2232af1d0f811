/**
 * Older consoles left background workers in some browsers, which go on answering with old pages. A page whose path holds a dot
 * removes them, and loads itself again once if there were any (NAV-22).
 */
export async function removeOldWorkers(page: Location): Promise<void> {
  if (!page.pathname.includes('.') || !('serviceWorker' in navigator)) return
  const found = await navigator.serviceWorker.getRegistrations()
  const removed = await Promise.all(found.map((worker) => worker.unregister()))
  if (removed.some(Boolean)) page.reload()
}
