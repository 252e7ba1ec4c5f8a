import type { ServiceUnderTest } from './service-under-test';

/** A new stream of the application, to which devices push by webhook. */
export async function webhookStream({ client }: ServiceUnderTest, description = 'push'): Promise<string> {
  const { data } = await client.call('streams.create', {
    body: {
      description,
      format: 'webhook',
      webhookStreamConfig: {
        baseUrl: 'https://streams.example.com',
        authType: 'aws-request-v4-signature',
        authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'signing-secret' },
        validationPath: '/validate',
        publishPath: '/publish',
      },
    },
  });
  return data.id;
}

/** So many new webhook streams, a device attached to each. */
export async function attachWebhooks(service: ServiceUnderTest, deviceId: string, count: number): Promise<void> {
  for (let attached = 0; attached < count; attached += 1)
    await service.client.call('deviceStreams.create', { body: { deviceId, streamId: await webhookStream(service) } });
}
