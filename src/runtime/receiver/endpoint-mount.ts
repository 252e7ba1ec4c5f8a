import type { NodeAPI } from 'node-red';
import type { Router } from '../../receiver';

/** Node-RED's two Express apps and its settings. */
export interface SharedServer {
  readonly httpNode: NodeAPI['httpNode'];
  readonly httpAdmin: NodeAPI['httpAdmin'];
  readonly settings: { readonly httpAdminMiddleware?: unknown };
}

/** The routers by endpoint. One layer per server dispatches to them, because Express cannot remove a layer. */
const mounted = new WeakMap<SharedServer['httpNode'], Map<string, Router>>();

/** Routes requests on Node-RED's own server to the router of an endpoint. Returns the function that ends it. */
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
    const remaining = routers.values();
    const tryNext = (): void => {
      const { value: router, done } = remaining.next();
      if (done) next();
      else router.mount('')(request, response, tryNext);
    };
    tryNext();
  };
  if (!useBeforeAdmin(server, layer)) server.httpNode.use(layer);
  return routers;
}

/** Internals of an Express 4 app that its types omit: the layers in the order of their calls. */
interface App {
  readonly parent?: App;
  readonly _router?: { readonly stack: { readonly name: string }[] };
  use(layer: Layer): unknown;
}

const mountedApp = 'mounted_app';

/**
 * If httpAdminRoot is `/`, Node-RED's admin app comes before the HTTP nodes: its parsers would read and reject our requests,
 * and passing through both apps costs several times as much as the receiver. So if the two apps are adjacent, our layer is
 * moved before them; middleware before either, such as httpNodeAuth, stays before it. Returns false otherwise.
 */
function useBeforeAdmin({ httpNode, httpAdmin, settings }: SharedServer, layer: Layer): boolean {
  const { parent } = httpNode as unknown as App;
  const stack = parent?._router?.stack;
  if (parent === undefined || stack === undefined || settings.httpAdminMiddleware !== undefined) return false;
  const indexes = stack.flatMap(({ name }, index) => (name === mountedApp ? [index] : []));
  const [first = -1, second] = indexes;
  // If exactly two apps are mounted and the admin app is one of them, the other one is that of the HTTP nodes.
  if (indexes.length !== 2 || second !== first + 1 || !isBelow(httpAdmin as unknown as App, parent)) return false;
  parent.use(layer);
  stack.splice(first, 0, ...stack.splice(-1));
  return true;
}

function isBelow(app: App, root: App): boolean {
  for (let above = app.parent; above !== undefined; above = above.parent) if (above === root) return true;
  return false;
}
