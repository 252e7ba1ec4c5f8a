import type { OperationId } from '../catalog';
import { replaceSecrets } from './body-secrets';
import type { RequestPreview } from './interface';
import { type PreparedRequest, partsOf, prepareRequest } from './request';
import { accountHeaders, bodyHeaders, tokenHeaders } from './request-headers';
import type { ParsedSettings } from './settings';

const mask = '***';

/** The request as it would be sent, every secret masked. The input must have been checked. */
export function previewRequest(account: ParsedSettings, id: OperationId, input: unknown): RequestPreview {
  const request = prepareRequest(account, id, input);
  const { row, method, url, body } = request;
  return {
    operation: id,
    method,
    url,
    headers: {
      ...accountHeaders({ ...account, apiKey: mask }),
      ...(row.token.length === 0 ? {} : tokenHeaders(mask)),
      ...(body === undefined ? {} : bodyHeaders),
    },
    ...maskedBody(request),
  };
}

/** The body of a request with every secret masked, where it has one. */
export function maskedBody({ row, input }: PreparedRequest): { readonly body?: unknown } {
  return row.body === undefined ? {} : { body: replaceSecrets(partsOf(input).body, row.body.json, () => mask) };
}
