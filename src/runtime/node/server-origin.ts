import type { AddressInfo, Server } from 'node:net';
import type { NodeAPI } from 'node-red';

/** Where Node-RED's own server is reached from this machine. */
export function serverOrigin(RED: NodeAPI): string {
  // An embedded Node-RED may listen elsewhere than its settings say.
  const address = (RED.server as unknown as Server).address() as AddressInfo | null;
  const { https, uiHost = '', uiPort } = RED.settings as { https?: unknown; uiHost?: string; uiPort?: number };
  return originOf(https !== undefined, address?.address ?? uiHost, address?.port ?? uiPort ?? 1880);
}

/** The origin of a port on this machine; one that listens everywhere is reached at 127.0.0.1. */
export function originOf(secure: boolean, host: string, port: number): string {
  const name = host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
