/** A measurement against its budget. `isMet` is null where it is not judged. */
export type Verdict = { what: string; measured: string; budget: string; isMet: boolean | null }

export type Report = {
  /** A heading; the rows below it are printed in columns as soon as they are known. */
  title(text: string): void
  head(...cells: string[]): void
  row(...cells: string[]): void
  note(text: string): void
  judge(verdict: Verdict): void
  readonly verdicts: readonly Verdict[]
}

const FIRST_WIDTH = 44
const WIDTH = 11

/** Prints each row at once, so that an interrupted run still shows its measurements. */
export function createReport(print: (line: string) => void): Report {
  const verdicts: Verdict[] = []
  const line = ([first = '', ...rest]: string[]) =>
    print(`${first.padEnd(FIRST_WIDTH)}${rest.map((cell) => cell.padStart(WIDTH)).join('')}`.trimEnd())
  return {
    title: (text) => print(`\n${text}`),
    head: (...cells) => {
      line(cells)
      print('-'.repeat(FIRST_WIDTH + WIDTH * (cells.length - 1)))
    },
    row: (...cells) => line(cells),
    note: print,
    judge: (verdict) => {
      verdicts.push(verdict)
    },
    verdicts,
  }
}

export const ms = (value: number): string => (Number.isNaN(value) ? '-' : `${value.toFixed(value < 10 ? 1 : 0)} ms`)
export const rate = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)}/s`
export const percent = (share: number): string => (Number.isFinite(share) ? `${Math.round(share * 100)} %` : '-')
export const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Prints the verdicts as a table; true when no budget is missed. */
export function printVerdicts(report: Report): boolean {
  report.title('Budgets')
  report.head('what', 'measured', 'budget', '')
  for (const { what, measured, budget, isMet } of report.verdicts) {
    report.row(what, measured, budget, isMet === null ? '' : isMet ? 'met' : 'MISSED')
  }
  return report.verdicts.every((verdict) => verdict.isMet !== false)
}
