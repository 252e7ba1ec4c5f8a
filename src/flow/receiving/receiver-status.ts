import type { Look, Status } from '../node/status';
import type { Texts } from '../node/texts';
import type { HubState } from './endpoint-hub';

/** The badge of a receiving node: what keeps requests out goes before what keeps the service from sending them. */
export interface ReceiverStatus {
  entrance(state: HubState): void;
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
  let warning: string | undefined;
  let registration: { readonly look: Look; readonly text: string } | undefined;

  function show(otherwise: string): void {
    const problem = broken ?? entrance;
    if (problem !== undefined) status.show('error', problem);
    else if (warning !== undefined) status.show('warning', warning);
    else if (registration !== undefined && registration.look !== 'fresh')
      status.show(registration.look, registration.text);
    else status.show('fresh', otherwise);
  }

  return {
    entrance(state) {
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
    warned(text) {
      warning = text;
      show(text);
    },
    event: show,
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
