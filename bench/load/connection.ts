import { connect, type Socket } from 'node:net';

/** A kept connection that sends one request after the other. */
export interface Connection {
  /** The status of the answer, 0 where the connection was closed without one. */
  send(request: Buffer, onAnswer: (status: number) => void): void;
  /** Whether another request can be sent: a proxy closes after some. */
  isOpen(): boolean;
  close(): void;
}

/** Understands answers with a Content-Length, which is all that it meets; a client of Node would cost more than the server. */
export function openConnection(port: number): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let answered: ((status: number) => void) | undefined;
  let text = '';
  let open = true;

  function finish(status: number): void {
    const each = answered;
    answered = undefined;
    text = '';
    each?.(status);
  }

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
    if (/\r\nconnection: *close/i.test(text)) open = false;
    if (text.length >= end + 4 + length) finish(Number(text.slice(9, 12)));
  });
  const end = () => {
    open = false;
    finish(0);
  };
  socket.on('error', end);
  socket.on('close', end);
  return {
    send(request, onAnswer) {
      answered = onAnswer;
      socket.write(request);
    },
    isOpen: () => open,
    close: () => socket.destroy(),
  };
}
