import type { Locator } from '@playwright/test'

/** Seconds that an action takes a person who sees the screen for the first time, by the keystroke-level model. */
const SECONDS = {
  /** Of an average typist, for each key. */
  key: 0.28,
  point: 1.1,
  press: 0.2,
  /** To decide on the next action. */
  think: 1.35,
  /** To look over a page, a dialog or an answer that is new. */
  read: 8,
  /** Until a mail has arrived and is open. */
  mail: 20,
}
const CLICK = SECONDS.think + SECONDS.point + SECONDS.press

/** Acts on pages as a person does, and adds up how many steps that takes and how long it would take the person. */
export function startPerson() {
  let steps = 0
  let seconds = 0
  const add = (duration: number) => {
    steps += 1
    seconds += duration
  }
  return {
    click: async (target: Locator) => {
      add(CLICK)
      await target.click()
    },
    type: async (field: Locator, text: string) => {
      add(CLICK + text.length * SECONDS.key)
      await field.fill(text)
    },
    /** Copies a text elsewhere and pastes it. */
    paste: async (field: Locator, text: string) => {
      add(2 * CLICK + 4 * SECONDS.key)
      await field.fill(text)
    },
    choose: async (list: Locator, option: string) => {
      add(2 * CLICK)
      await list.selectOption(option)
    },
    read: () => add(SECONDS.read),
    openMail: () => add(SECONDS.mail),
    total: () => ({ steps, seconds: Math.round(seconds) }),
  }
}
export type Person = ReturnType<typeof startPerson>
