import type { Part } from './parts.ts';

/** Returns the services in `infra/docker/compose.yaml`. */
export const composeServices = (all: readonly Part[]): string[] => all.flatMap(serviceLines);

const serviceLines = ({ name, entry }: Part): string[] => {
  const settings = Object.entries(entry.settings).map(
    ([variable, value]) => `${variable}: ${value === null ? `"\${${variable}:-}"` : JSON.stringify(value)}`,
  );
  const volumes = Object.entries(entry.volumes).map(([volume, { at }]) => `      - ${volume}:${at}`);
  return [
    `  ${name}:`,
    '    <<: *part',
    `    build: { context: ../.., dockerfile: infra/docker/Dockerfile, args: { PART: services/${name} } }`,
    ...(settings.length === 0 ? [] : [`    environment: { <<: *environment, ${settings.join(', ')} }`]),
    ...(volumes.length === 0 ? [] : ['    volumes:', `      - \${SITE:-./site.json}:/site.json:ro`, ...volumes]),
  ];
};

/** Returns the services' volumes in `infra/docker/compose.yaml`. */
export const composeVolumes = (all: readonly Part[]): string[] =>
  all.flatMap(({ entry }) => Object.keys(entry.volumes).map((volume) => `  ${volume}:`));

/** Returns the services in `infra/docker/local/compose.yaml`, with existing images. */
export const localServices = (all: readonly Part[]): string[] =>
  all.map(
    ({ name, version }) =>
      `  ${name}: { build: !reset null, image: "almanac/${name}:${version}", environment: *environment }`,
  );
