import type { Look, Status, Texts } from '..';
import type { SharedEndpointState } from './shared-endpoint';

/**
 * The status of a receiving node. A fault of the listener has priority over a fault of the registration, and that over a
 * warning. Green means that requests can arrive.
 */
export interface ReceiverStatus {
  /** `isMemoryOnly`: deliveries are stored until the next restart only. */
  listener(state: SharedEndpointState, isMemoryOnly: boolean): void;
  /** httpNodeAuth comes before the receiver: until a request has arrived, it is assumed to block them. */
  guarded(): void;
  isGuarded(): boolean;
  /** No request can arrive before the next deploy. */
  broken(text: string): void;
  registered(look: Look, text: string): void;
  /** Shows a warning until the next deploy. */
  warned(text: string): void;
  /** A request was accepted. */
  event(text: string): void;
}

export function createReceiverStatus(status: Status, texts: Texts): ReceiverStatus {
  let broken: string | undefined;
  let listenerFault: string | undefined;
  let isGuarded = false;
  let isMemoryOnly = false;
  let lastingWarning: string | undefined;
  let registration: { readonly look: Look; readonly text: string } | undefined;

  function show(otherwise: string): void {
    const problem = broken ?? listenerFault;
    const warning = isGuarded
      ? texts('receiver.guarded')
      : (lastingWarning ?? (isMemoryOnly ? texts('receiver.memoryOnly') : undefined));
    if (problem !== undefined) status.show('error', problem);
    else if (registration?.look === 'error') status.show('error', registration.text);
    else if (warning !== undefined) status.show('warning', warning);
    else if (registration !== undefined && registration.look !== 'fresh')
      status.show(registration.look, registration.text);
    else status.show('fresh', otherwise);
  }

  return {
    listener(state, memoryOnly) {
      isMemoryOnly = memoryOnly;
      listenerFault = faultOf(state, texts);
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
      lastingWarning = text;
      show(text);
    },
  };
}

function faultOf(state: SharedEndpointState, texts: Texts): string | undefined {
  switch (state.status) {
    case 'waiting':
      return state.code === 'EADDRINUSE' || state.code === 'EACCES'
        ? texts(`receiver.port.${state.code}`)
        : texts('receiver.portTaken', { code: state.code });
    case 'failed':
      return texts('receiver.tls');
    case 'no-store':
      return texts('receiver.noStore');
    default:
      return undefined;
  }
}
