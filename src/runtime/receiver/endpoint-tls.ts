import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import { defined } from '../../object';
import { problem } from '../../schema';
import { missingNode, type Texts } from '..';

interface TlsNode {
  addTLSOptions?(options: object): SecureContextOptions;
}

/**
 * The server options of a TLS configuration node. Throws INVALID_INPUT if the node is missing, could not read its files, or
 * has no valid certificate with its key.
 */
export function serverTlsOf(RED: NodeAPI, id: string, texts: Texts): SecureContextOptions {
  const node = RED.nodes.getNode(id) as unknown as TlsNode | null;
  if (node?.addTLSOptions === undefined) throw missingNode(RED, id, 'tls');
  const { cert, key, ca, passphrase } = node.addTLSOptions({});
  // The node omits files that it cannot read, and a server without a certificate fails every handshake.
  if (cert === undefined || key === undefined) throw unusable('certificate', texts('problem.noCertificate'));
  const options: SecureContextOptions = {
    cert,
    key,
    ...defined({ ca, passphrase }),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unusable('certificate', texts('problem.badCertificate', { reason }));
  }
  return options;
}

function unusable(key: string, message: string): ClientError {
  return new ClientError('INVALID_INPUT', 'the TLS configuration cannot be used', {
    validations: [problem('tls', key, message)],
  });
}
