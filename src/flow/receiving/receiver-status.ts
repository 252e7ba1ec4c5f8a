import type { Look, Status } from '../node/status';
import type { Texts } from '../node/texts';
import type { HubState } from './shared-endpoint';

/**
 * The badge of a receiving node: what keeps requests out goes before what keeps the service from sending them, and that before
 * what may go wrong later. Green is only what can hear.
 */
export interface ReceiverStatus {
  /** `isForgetful`: what was delivered is known until the next restart only. */
  entrance(state: HubState, isForgetful: boolean): void;
  /** Somebody else's guard stands before us: nothing is known to come through until something has. */
  guarded(): void;
  isGuarded(): boolean;
  /** Requests will not come in before a deploy. */
  broken(text: string): void;
  registered(look: Look, text: string): void;
  /** Something has happened that requests do not show; it stays until the next deploy. */
  warned(text: string): void;
  /** Something came in. */
  event(text: string): void;
}

export function createReceiverStatus(status: Status, texts: Texts): ReceiverStatus {
  let broken: string | undefined;
  let entrance: string | undefined;
  let isGuarded = false;
  let isForgetful = false;
  let lasting: string | undefined;
  let registration: { readonly look: Look; readonly text: string } | undefined;

  function show(otherwise: string): void {
    const problem = broken ?? entrance;
    const warning = isGuarded
      ? texts('receiver.guarded')
      : (lasting ?? (isForgetful ? texts('receiver.memoryOnly') : undefined));
    if (problem !== undefined) status.show('error', problem);
    else if (registration?.look === 'error') status.show('error', registration.text);
    else if (warning !== undefined) status.show('warning', warning);
    else if (registration !== undefined && registration.look !== 'fresh')
      status.show(registration.look, registration.text);
    else status.show('fresh', otherwise);
  }

  return {
    entrance(state, forgets) {
      isForgetful = forgets;
      entrance = entranceProblem(state, texts);
      if (state.status !== 'starting' && state.status !== 'closed')
        show(registration?.text ?? texts('receiver.listening'));
    },
    broken(text) {
      broken = text;
      show(text);
    },
    registered(look, text) {
      registration = { look, text };
      show(text);
    },
    guarded() {
      isGuarded = true;
    },
    isGuarded: () => isGuarded,
    event(text) {
      isGuarded = false;
      show(text);
    },
    warned(text) {
      lasting = text;
      show(text);
    },
  };
}

function entranceProblem(state: HubState, texts: Texts): string | undefined {
  switch (state.status) {
    case 'waiting':
      return texts('receiver.portTaken', { code: state.code });
    case 'failed':
      return texts('receiver.tls');
    case 'no-store':
      return texts('receiver.noStore');
    default:
      return undefined;
  }
}
