import { element } from './element';

/** Shows a message in the editor. Node-RED takes a string for markup, and a message may hold what the service said. */
export function notify(message: string, type: 'error' | 'warning'): void {
  RED.notify(element('p', {}, [message]), type);
}
