import packageJson from '../package.json' with { type: 'json' };

/** The gateway's version, which the OpenAPI document of the whole interface has too. */
export const { version } = packageJson;
