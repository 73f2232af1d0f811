/** Who has unsaved work, counted per view and for everything around it. */
export class Guards {
  private count = 0

  constructor(private readonly around?: Guards) {}

  /** Somebody has unsaved work here. Answers how to say that it is saved or given up. */
  add(): () => void {
    this.step(1)
    let there = true
    return () => {
      if (there) this.step(-1)
      there = false
    }
  }

  dirty(): boolean {
    return this.count > 0
  }

  private step(by: 1 | -1): void {
    this.count += by
    this.around?.step(by)
  }
}
