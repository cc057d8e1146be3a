import type { InternalContract } from '@almanac/contracts';
import type { Method, RestRequest } from '@almanac/rest';

/** The path of every service's operations. */
export const OPERATIONS = '/internal/operations';

/** Returns the common declaration of routes that only the site itself may use. */
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
