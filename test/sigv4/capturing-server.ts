import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArrivedRequest } from './arrived-request';

/** A local server that answers 200 to everything and keeps what arrived. */
export interface CapturingServer {
  /** `127.0.0.1:port`, as Host has it. */
  readonly host: string;
  /** Hands out what arrived since the last call. */
  take(): ArrivedRequest[];
  close(): Promise<void>;
}

export async function startCapturingServer(): Promise<CapturingServer> {
  let arrived: ArrivedRequest[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: target = '', rawHeaders } = request;
    arrived.push({ method, target, rawHeaders, body: Buffer.concat(chunks) });
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = arrived;
      arrived = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
