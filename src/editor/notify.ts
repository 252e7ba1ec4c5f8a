import { element } from './element';

/**
 * Shows a message as plain text. Node-RED would insert a string as HTML, and messages can contain texts of the service.
 */
export function notify(message: string, type: 'error' | 'warning'): void {
  RED.notify(element('p', {}, [message]), type);
}
