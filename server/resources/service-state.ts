import type { MachineState, ServiceState } from '../contract/health.ts'
import type { Download } from '../contract/operation.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'

export type ServiceStates = ReturnType<typeof createServiceStates>

/** What the operator's own program knows of the machine and its providers. */
export interface Machine {
  state: () => Promise<MachineState>
  /** What keeps each provider of models from answering, asked once a minute at most. */
  providers: () => Promise<ServiceState['providers']>
  /** Throws `conflict` while another backup is made, and where none can be made. */
  backUp: (signal: AbortSignal) => Promise<Download>
}

/** The state of the service in the console (docs/behaviour.md#the-state-of-the-service). */
export function createServiceStates({
  machine,
  version,
  publicUrl,
}: {
  machine: Machine
  version: string
  publicUrl: string
}) {
  return {
    async read({ user }: PresentedSession): Promise<ServiceState> {
      return {
        version,
        public_url: publicUrl,
        providers: await machine.providers(),
        machine: user.staff ? await machine.state() : null,
      }
    },

    backUp: machine.backUp,
  }
}
