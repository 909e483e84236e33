import { ActionIcon, Button, MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConditionPart, RuleConditions } from '#contracts/automation/rule.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { keysOf, partLabels } from './labels.ts'
import type { Names } from './names.ts'

type Props = { conditions: RuleConditions; names: Names; onChange: (conditions: RuleConditions) => void }

const parts = keysOf(partLabels)

/** The conditions of a rule, each over another part of a ticket. One without a value is not kept. */
export function ConditionFields({ conditions, names, onChange }: Props) {
  const [shown, setShown] = useState<ConditionPart[]>(() => parts.filter((part) => conditions[part] !== undefined))
  const free = parts.filter((part) => !shown.includes(part))
  const without = (part: ConditionPart): RuleConditions => {
    const { [part]: _, ...left } = conditions
    return left
  }
  const set = (part: ConditionPart, value: string | string[]) =>
    onChange(value.length > 0 ? { ...conditions, [part]: value } : without(part))
  const replace = (part: ConditionPart, next: ConditionPart) => {
    setShown(shown.map((one) => (one === part ? next : one)))
    onChange(without(part))
  }
  const remove = (part: ConditionPart) => {
    setShown(shown.filter((one) => one !== part))
    onChange(without(part))
  }
  return (
    <fieldset className={styles.parts}>
      <legend>{m.rule_if()}</legend>
      <p className={styles.help}>{m.rule_if_text()}</p>
      {shown.map((part) => (
        <div key={part} className={styles.part}>
          <NativeSelect
            aria-label={m.rule_condition()}
            value={part}
            onChange={(event) => replace(part, event.currentTarget.value as ConditionPart)}
            data={[part, ...free].map((value) => ({ value, label: partLabels[value]() }))}
          />
          <Value part={part} conditions={conditions} names={names} onChange={(value) => set(part, value)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={m.rule_remove_condition({ part: partLabels[part]() })}
            onClick={() => remove(part)}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      {free[0] && (
        <div>
          <Button size="compact-sm" onClick={() => free[0] && setShown([...shown, free[0]])}>
            {m.rule_add_condition()}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type ValueProps = {
  part: ConditionPart
  conditions: RuleConditions
  names: Names
  onChange: (value: string | string[]) => void
}

function Value({ part, conditions, names, onChange }: ValueProps) {
  const label = partLabels[part]()
  if (part === 'words') {
    return (
      <TextInput
        aria-label={label}
        description={m.rule_words_help()}
        inputWrapperOrder={['input', 'description']}
        maxLength={200}
        value={conditions.words ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const value = [...(conditions[part] ?? [])]
  const clear = { 'aria-label': m.common_clear() }
  if (part === 'tags' || part === 'categories') {
    return <TagsInput aria-label={label} clearButtonProps={clear} value={value} onChange={onChange} />
  }
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length === 0 ? label : undefined}
      data={names.of(part)}
      value={value}
      clearButtonProps={clear}
      onChange={onChange}
    />
  )
}
