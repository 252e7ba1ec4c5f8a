import type { Credentials, FlowNode } from './node-red-test-helper';
import type { SimulatedService } from './simulated-service';

/** As much of a service as its account needs. */
export interface AccountedService {
  readonly simulator: Pick<SimulatedService['simulator'], 'credentials'>;
  readonly settings: Pick<SimulatedService['settings'], 'baseUrl'>;
}

/** An account node of the simulated service, armed, without mute. */
export function serviceAccount(
  { simulator, settings: { baseUrl } }: AccountedService,
  settings: Readonly<Record<string, unknown>> = {},
): { readonly account: FlowNode; readonly credentials: Credentials } {
  const { apiKey, application, organization } = simulator.credentials;
  return {
    account: {
      id: 'account',
      type: 'breaker-account',
      mode: 'service',
      baseUrl,
      armed: true,
      startMute: 0,
      ...settings,
    },
    credentials: {
      account: {
        apiKey,
        appClientId: application.clientId,
        appSecret1: application.clientSecret,
        orgClientId: organization.clientId,
        orgSecret1: organization.clientSecret,
      },
    },
  };
}
