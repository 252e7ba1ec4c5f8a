interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

interface Router {
  readonly stack: Layer[];
}

/** Every route of ours on Node-RED's admin side, such as `GET accounts/:id/tree`; Express 4 and 5 keep them apart. */
export function registeredRoutes(admin: unknown): string[] {
  const app = admin as { readonly _router?: Router; readonly router?: Router };
  const stack = (app._router ?? app.router)?.stack ?? [];
  const prefix = '/breakerflow/';
  return stack.flatMap(({ route }) =>
    route?.path.startsWith(prefix)
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path.slice(prefix.length)}`)
      : [],
  );
}
