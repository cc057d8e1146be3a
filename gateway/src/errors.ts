import { defineErrors } from '@almanac/i18n';

export const gatewayErrors = defineErrors({
  invalidHost: {
    code: 'rest_invalid_host',
    status: 400,
    message: 'The host of the request is no address.',
    remedy: 'Send the host of the site in the Host header.',
  },
  unknownNamespace: {
    code: 'rest_invalid_namespace',
    status: 404,
    message: 'The specified namespace could not be found.',
    remedy: 'Choose a namespace from the index of the interface.',
  },
  invalidNonce: {
    code: 'rest_cookie_invalid_nonce',
    status: 403,
    message: 'The nonce of the session is not right.',
    remedy: 'Load the page again to get a new nonce.',
  },
  streamNotAsked: {
    code: 'rest_not_acceptable',
    status: 406,
    message: 'This is a stream of events; ask for it with Accept: text/event-stream.',
    remedy: 'Send Accept: text/event-stream.',
  },
  toolsMethod: {
    code: 'mcp_method_not_allowed',
    status: 405,
    message: 'This server has no streams and no sessions; send each message by POST.',
    remedy: 'Send each message of the protocol by POST.',
  },
  toolsOrigin: {
    code: 'mcp_origin_not_allowed',
    status: 403,
    message: 'Pages of other sites may not use the tools.',
    remedy: 'Connect from a program, which sends no Origin header.',
  },
  toolsCredentials: {
    code: 'mcp_credentials_required',
    status: 401,
    message: 'The credentials are no application password, or the connection is not encrypted.',
    remedy: 'Send a login and an application password as Basic credentials, over https.',
  },
});
