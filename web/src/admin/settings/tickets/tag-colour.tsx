import { useQueryClient } from '@tanstack/react-query'
import { colourTag, type TagColour, type TagView } from '#contracts/ticket/tag.ts'
import * as m from '#i18n/messages.js'
import { tagsQuery } from '#web/admin/tickets/list/tags.ts'
import { TagDot } from '#web/admin/tickets/tags/tag-dot.tsx'
import { Menu } from '#web/kit/menu.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './tags.module.css'

const colourLabels: Record<TagColour, () => string> = {
  red: m.tag_colour_red,
  amber: m.tag_colour_amber,
  green: m.tag_colour_green,
  teal: m.tag_colour_teal,
  blue: m.tag_colour_blue,
  violet: m.tag_colour_violet,
  pink: m.tag_colour_pink,
}

const COLOURS = Object.keys(colourLabels) as TagColour[]

const labelOf = (colour: TagColour | null) => (colour ? colourLabels[colour]() : m.tag_colour_none())

/** The colour of a tag, which owners and admins choose; it is shown at once, and taken back where it cannot be saved. */
export function TagColourMenu({ tag: { name, colour }, canEdit }: { tag: TagView; canEdit: boolean }) {
  const client = useQueryClient()
  if (!canEdit) return <TagDot colour={colour} />
  const show = (next: TagColour | null) =>
    client.setQueryData(
      tagsQuery.queryKey,
      (known) =>
        known && { ...known, items: known.items.map((tag) => (tag.name === name ? { ...tag, colour: next } : tag)) },
    )
  const choose = async (next: TagColour | null) => {
    show(next)
    try {
      await call(colourTag, { body: { name, colour: next } })
    } catch (error) {
      show(colour)
      notify.failure(error)
    }
  }
  return (
    <Menu
      label={m.tag_colour_of({ tag: name })}
      button={(attributes) => (
        <button
          type="button"
          className={styles.colour}
          aria-label={m.tag_colour_is({ tag: name, colour: labelOf(colour) })}
          title={m.tag_colour_of({ tag: name })}
          {...attributes}
        >
          <TagDot colour={colour} />
        </button>
      )}
      items={[null, ...COLOURS].map((option) => ({
        label: labelOf(option),
        icon: <TagDot colour={option} />,
        isChecked: option === colour,
        onSelect: () => void choose(option),
      }))}
    />
  )
}
