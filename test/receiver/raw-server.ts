import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectRaw, type RawConnection } from './raw-connection';

/** A server on a free port with one connection to it, and further connections on request. */
export interface RawServer {
  readonly connection: RawConnection;
  connect(): Promise<RawConnection>;
  close(): Promise<void>;
}

export async function serveRaw(server: Server): Promise<RawServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connect = () => connectRaw((server.address() as AddressInfo).port);
  const connection = await connect();
  return {
    connection,
    connect,
    async close() {
      connection.socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
