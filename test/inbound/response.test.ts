import assert from 'node:assert/strict';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { answers, sendAnswer } from '../../src/inbound/response';
import type { RawConnection } from './raw-connection';
import { type RawServer, serveRaw } from './raw-server';
import { plainRequest } from './receiver';

describe('behaviour: receivers, how answers are sent', () => {
  let server: RawServer;
  let connection: RawConnection;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    server = await serveRaw(http.createServer((request, response) => handle(request, response)));
    connection = server.connection;
  });
  afterEach(() => server.close());

  it('head and body are written together', async () => {
    const written: unknown[] = [];
    handle = ({ socket }, response) => {
      const { write } = socket;
      socket.write = function (this: typeof socket, ...args: Parameters<typeof write>) {
        written.push(args[0]);
        return write.apply(this, args);
      } as typeof write;
      sendAnswer(response, answers.accepted);
    };
    connection.write(plainRequest('POST', '/', [], 'body'));
    assert.equal((await connection.answer()).body, '{}');
    const [first, ...others] = written;
    assert.match(String(first), /^HTTP.*\r\n\r\n\{\}$/s);
    // Node before 24 ends a response with an empty write.
    assert.equal(others.join(''), '');
  });

  it('pipelined ones in the order of their requests, whichever is ready first', async () => {
    handle = ({ url }, response) => {
      if (url === '/late') setImmediate(() => sendAnswer(response, answers.accepted));
      else sendAnswer(response, answers.forbidden);
    };
    connection.write(Buffer.concat([plainRequest('GET', '/late'), plainRequest('GET', '/'), plainRequest('GET', '/')]));
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await connection.answer()).status);
    assert.deepEqual(statuses, [200, 403, 403]);
  });

  it('a HEAD gets the head alone', async () => {
    handle = ({ method }, response) => sendAnswer(response, method === 'HEAD' ? answers.otherMethod : answers.accepted);
    connection.write(Buffer.concat([plainRequest('HEAD', '/'), plainRequest('GET', '/')]));
    let text = '';
    await new Promise<void>((resolve) => {
      connection.socket.on('data', (chunk) => {
        text += chunk;
        if (text.endsWith('{}')) resolve();
      });
    });
    assert.match(text, /^HTTP\/1\.1 405 [^{]*\r\n\r\nHTTP\/1\.1 200 [^{]*\r\n\r\n\{\}$/);
  });

  it('what others have made chunked stays chunked', async () => {
    handle = (_, response) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse, status: number) {
        return writeHead.call(this, status, { 'Transfer-Encoding': 'chunked' });
      } as typeof writeHead;
      sendAnswer(response, answers.accepted);
    };
    connection.write(plainRequest('GET', '/'));
    let text = '';
    await new Promise<void>((resolve) => {
      connection.socket.on('data', (chunk) => {
        text += chunk;
        if (text.endsWith('0\r\n\r\n')) resolve();
      });
    });
    assert.match(text, /\r\n\r\n2\r\n\{\}\r\n0\r\n\r\n$/);
  });

  it('the first one counts', async () => {
    handle = (_, response) => {
      sendAnswer(response, answers.forbidden);
      sendAnswer(response, answers.accepted);
    };
    connection.write(plainRequest('GET', '/'));
    assert.equal((await connection.answer()).status, 403);
  });
});
