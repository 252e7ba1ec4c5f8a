import type { NodeAPI } from 'node-red';
import type { Router } from '../../inbound';

/** Node-RED's two apps, and what its settings put before the admin's routes. */
export interface SharedServer {
  readonly httpNode: NodeAPI['httpNode'];
  readonly httpAdmin: NodeAPI['httpAdmin'];
  readonly settings: { readonly httpAdminMiddleware?: unknown };
}

/** The routers behind the one layer on a server, by endpoint: a layer cannot be taken out again, so it looks them up. */
const mounted = new WeakMap<SharedServer['httpNode'], Map<string, Router>>();

/** Lets requests on Node-RED's own server reach the router of an endpoint; returns what ends that. */
export function mountOn(server: SharedServer, endpointId: string, router: Router): () => void {
  const routers = mounted.get(server.httpNode) ?? addLayer(server);
  routers.set(endpointId, router);
  return () => {
    if (routers.get(endpointId) === router) routers.delete(endpointId);
  };
}

type Layer = ReturnType<Router['mount']>;

function addLayer(server: SharedServer): Map<string, Router> {
  const routers = new Map<string, Router>();
  mounted.set(server.httpNode, routers);
  const layer: Layer = (request, response, next) => {
    const waiting = routers.values();
    const tryNext = (): void => {
      const { value: router, done } = waiting.next();
      if (done) next();
      else router.mount('')(request, response, tryNext);
    };
    tryNext();
  };
  if (!useBeforeAdmin(server, layer)) server.httpNode.use(layer);
  return routers;
}

/** What Express 4 keeps of an app, its layers in the order in which they are asked; no type tells of it. */
interface App {
  readonly parent?: App;
  readonly _router?: { readonly stack: { readonly name: string }[] };
  use(layer: Layer): unknown;
}

const MOUNTED_APP = 'mounted_app';

/**
 * Where httpAdminRoot is `/`, Node-RED's admin app stands before the HTTP nodes: its parsers would read, and refuse, what comes
 * for us, and passing through both apps costs several times what we do. So our layer stands before the two where they stand
 * side by side. Whatever else was put before either, such as httpNodeAuth, stays before us; false where that cannot be told.
 */
function useBeforeAdmin({ httpNode, httpAdmin, settings }: SharedServer, layer: Layer): boolean {
  const { parent } = httpNode as unknown as App;
  const stack = parent?._router?.stack;
  if (parent === undefined || stack === undefined || settings.httpAdminMiddleware !== undefined) return false;
  const places = stack.flatMap(({ name }, index) => (name === MOUNTED_APP ? [index] : []));
  const [first = -1, second] = places;
  // Of two that are mounted, where both are, one is the nodes' and the other the admin's.
  if (places.length !== 2 || second !== first + 1 || !isBelow(httpAdmin as unknown as App, parent)) return false;
  parent.use(layer);
  stack.splice(first, 0, ...stack.splice(-1));
  return true;
}

function isBelow(app: App, root: App): boolean {
  for (let above = app.parent; above !== undefined; above = above.parent) if (above === root) return true;
  return false;
}
