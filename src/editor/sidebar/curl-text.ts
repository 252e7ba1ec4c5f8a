import type { ListedCall } from '../../admin-api';

/** A call as a command for a shell. Secrets are variables of the shell, and `***` in a body. */
export function curlText({ operation, method, url, body }: ListedCall, apiKeyHeader: string): string {
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    `-H "${apiKeyHeader}: $API_KEY"`,
    // The token operation is the one that needs no token.
    ...(operation === 'token.create' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    `-H 'Accept: application/json'`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

// Values of the service or of a user can contain characters with a meaning for the shell.
function quoted(text: string): string {
  const parts = text.split('$CODE').map((part) => `'${part.replaceAll("'", `'\\''`)}'`);
  return parts.join('"$CODE"');
}
