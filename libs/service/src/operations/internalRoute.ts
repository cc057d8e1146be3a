import type { InternalContract } from '@almanac/contracts';
import type { Method, RestRequest } from '@almanac/rest';

/** Where the operations of every service are. */
export const OPERATIONS = '/internal/operations';

/** What the routes have in common that the site alone asks. */
export const internalRoute = ({
  path,
  method,
  description,
}: Pick<InternalContract, 'path' | 'method' | 'description'>) => ({
  namespace: 'internal',
  path: path.slice('/internal'.length),
  methods: [method satisfies Method] as const,
  summary: description,
  hidden: true,
  permission: ({ principal }: Pick<RestRequest, 'principal'>): boolean => principal.kind === 'system',
});
