import type { DataRunKind, DataRunState } from '#contracts/owner/data-run.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'

export const runLabel = (kind: DataRunKind): string =>
  ({
    starter: m.emergency_starter,
    migrate: m.emergency_migrate,
    check: m.emergency_check,
    take_out: m.data_run_take_out,
    move_in: m.data_run_move_in,
    delete_tenant: m.data_run_delete_tenant,
  })[kind]()

export const runState = (state: DataRunState): { label: string; tone: Tone } =>
  ({
    waiting: { label: m.data_run_state_waiting(), tone: 'waiting' as const },
    running: { label: m.data_run_state_running(), tone: 'progress' as const },
    done: { label: m.data_run_state_done(), tone: 'resolved' as const },
    failed: { label: m.data_run_state_failed(), tone: 'danger' as const },
    cancelled: { label: m.data_run_state_cancelled(), tone: 'closed' as const },
  })[state]
