import type { IncomingMessage } from 'node:http';
import { problem } from '../../schema';
import { invalidInput } from '..';

const maxBytes = 1_048_576;

/** The JSON body of an admin request; Node-RED may have parsed it already. */
export async function readJsonBody(request: IncomingMessage & { readonly body?: unknown }): Promise<unknown> {
  if (request.body !== undefined) return request.body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw invalidInput('the request is too large', [problem('', 'size', 'is over 1 MiB')]);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw invalidInput('the request is not JSON', [problem('', 'json', 'is not JSON')]);
  }
}
