import type { OperationId } from '../catalog';
import type { RequestPreview } from './interface';
import { type PreparedRequest, prepareRequest } from './request';
import { accountHeaders, bodyHeaders, tokenHeaders } from './request-headers';
import type { ParsedSettings } from './settings';

const mask = '***';

/** The request as it would be sent, every secret masked. The input must have been checked. */
export function previewRequest(
  account: ParsedSettings,
  id: OperationId,
  input: unknown,
  asWritten = false,
): RequestPreview {
  const request = prepareRequest(account, id, input, asWritten);
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
export function maskedBody({ body, shownBody }: PreparedRequest): { readonly body?: unknown } {
  return body === undefined ? {} : { body: shownBody() };
}
