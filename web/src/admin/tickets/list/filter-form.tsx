import { Button, MultiSelect, NativeSelect, Switch, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Channel } from '#contracts/ticket/ticket-filter.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { type ListFilter, noFilter, priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { slaStates } from '#web/ui/sla-states.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { FieldFilters } from './field-filters.tsx'
import styles from './filters.module.css'
import { tagsQuery } from './tags.ts'

export type FilterFormProps = { onClose: () => void; filter: ListFilter; onReplace: (filter: ListFilter) => void }

const channels: Record<Channel, () => string> = {
  chat: m.filter_channel_chat,
  form: m.filter_channel_form,
  desk: m.filter_channel_desk,
  email: m.filter_channel_email,
}
const RATINGS = ['5', '4', '3', '2', '1', 'none'] as const
/** The sources of the links that the desk offers. */
const LINKS = ['website', 'email', 'social', 'none']
const AGES = [1, 7, 14, 30, 90, 365]

const any = { value: '', label: m.filter_any() }
const ratingLabel = (stars: string) =>
  stars === 'none' ? m.filter_rating_none() : m.filter_rating_stars({ count: stars })

/** The filters with their values, as a draft until they are applied. */
export function FilterForm({ onClose, filter, onReplace }: FilterFormProps) {
  const [draft, setDraft] = useState(filter)
  const { user } = useMember()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { data: tags } = useQuery(tagsQuery)
  /** Attributes of a field with several values. */
  const several = <
    Part extends
      | 'statuses'
      | 'priorities'
      | 'assignees'
      | 'teams'
      | 'tags'
      | 'categories'
      | 'channels'
      | 'utmSources'
      | 'ratings'
      | 'sla',
  >(
    part: Part,
  ) => ({
    value: (draft[part] ?? []) as string[],
    onChange: (values: string[]) => setDraft({ ...draft, [part]: values.length > 0 ? values : undefined }),
  })
  const apply = () => {
    onReplace(draft)
    onClose()
  }
  return (
    <form
      className={styles.columns}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <MultiSelect
        autoFocus
        label={m.filter_statuses()}
        data={statuses.map((value) => ({ value, label: statusLabel(value) }))}
        {...several('statuses')}
      />
      <MultiSelect
        label={m.filter_priorities()}
        data={priorities.map((value) => ({ value, label: priorityLabel(value) }))}
        {...several('priorities')}
      />
      <MultiSelect
        label={m.filter_assignees()}
        data={[
          { value: 'me', label: m.ticket_filter_me() },
          { value: 'none', label: m.ticket_unassigned() },
          ...members.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        {...several('assignees')}
      />
      <MultiSelect
        label={m.filter_teams()}
        data={[
          { value: 'none', label: m.filter_no_team() },
          ...teams.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        {...several('teams')}
      />
      <TagsInput
        data={tags?.items.map(({ name }) => name) ?? []}
        label={m.filter_tags()}
        description={m.filter_tags_help()}
        maxTags={50}
        {...several('tags')}
      />
      <TagsInput label={m.filter_categories()} maxTags={50} {...several('categories')} />
      <MultiSelect
        label={m.filter_channels()}
        data={Object.entries(channels).map(([value, label]) => ({ value, label: label() }))}
        {...several('channels')}
      />
      <TagsInput
        label={m.filter_utm()}
        description={m.filter_utm_help()}
        data={LINKS}
        maxTags={50}
        {...several('utmSources')}
      />
      <MultiSelect
        label={m.filter_ratings()}
        data={RATINGS.map((value) => ({ value, label: ratingLabel(value) }))}
        {...several('ratings')}
      />
      <MultiSelect
        label={m.filter_sla()}
        data={Object.entries(slaStates).map(([value, label]) => ({ value, label: label() }))}
        {...several('sla')}
      />
      <FieldFilters
        filter={draft.fields ?? []}
        onChange={(fields) => setDraft({ ...draft, fields: fields.length > 0 ? fields : undefined })}
      />
      <NativeSelect
        label={m.filter_age()}
        value={draft.createdWithinDays ?? ''}
        data={[
          any,
          ...AGES.map((count) => ({
            value: String(count),
            label: count === 1 ? m.filter_age_day() : m.filter_age_days({ count }),
          })),
        ]}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, createdWithinDays: currentTarget.value ? Number(currentTarget.value) : undefined })
        }
      />
      <NativeSelect
        label={m.filter_unread()}
        value={draft.unread ?? ''}
        data={[any, { value: 'yes', label: m.filter_unread_yes() }, { value: 'no', label: m.filter_unread_no() }]}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, unread: (currentTarget.value || undefined) as ListFilter['unread'] })
        }
      />
      <Switch
        label={m.filter_snoozed()}
        checked={draft.snoozed === 'yes'}
        onChange={({ currentTarget }) => setDraft({ ...draft, snoozed: currentTarget.checked ? 'yes' : undefined })}
      />
      <div className={styles.answers}>
        <Button className={styles.first ?? ''} variant="subtle" onClick={() => setDraft(noFilter)}>
          {m.filter_reset()}
        </Button>
        <Button onClick={onClose}>{m.common_cancel()}</Button>
        <Button type="submit" variant="filled">
          {m.filter_apply()}
        </Button>
      </div>
    </form>
  )
}
