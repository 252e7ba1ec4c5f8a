import assert from 'node:assert/strict';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { responses, sendResponse } from '../../src/receiver/response';
import type { RawConnection } from './raw-connection';
import { type RawServer, serveRaw } from './raw-server';
import { plainRequest } from './receiver';

describe('behaviour: receivers, sending of responses', () => {
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
      sendResponse(response, responses.accepted);
    };
    connection.write(plainRequest('POST', '/', [], 'body'));
    assert.equal((await connection.response()).body, '{}');
    const [first, ...others] = written;
    assert.match(String(first), /^HTTP.*\r\n\r\n\{\}$/s);
    // Node before 24 ends a response with an empty write.
    assert.equal(others.join(''), '');
  });

  it('responses to pipelined requests keep the order of the requests', async () => {
    handle = ({ url }, response) => {
      if (url === '/late') setImmediate(() => sendResponse(response, responses.accepted));
      else sendResponse(response, responses.forbidden);
    };
    connection.write(Buffer.concat([plainRequest('GET', '/late'), plainRequest('GET', '/'), plainRequest('GET', '/')]));
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await connection.response()).status);
    assert.deepEqual(statuses, [200, 403, 403]);
  });

  it('a HEAD request gets no body', async () => {
    handle = ({ method }, response) =>
      sendResponse(response, method === 'HEAD' ? responses.otherMethod : responses.accepted);
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

  it('a response that other code has made chunked stays chunked', async () => {
    handle = (_, response) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse, status: number) {
        return writeHead.call(this, status, { 'Transfer-Encoding': 'chunked' });
      } as typeof writeHead;
      sendResponse(response, responses.accepted);
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

  it('only the first response is sent', async () => {
    handle = (_, response) => {
      sendResponse(response, responses.forbidden);
      sendResponse(response, responses.accepted);
    };
    connection.write(plainRequest('GET', '/'));
    assert.equal((await connection.response()).status, 403);
  });
});
