import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './settings.ts';

/** Default ratio of sampled traces: a higher one would cost more than 3 % of a site's processor time. */
const DEFAULT_RATIO = 0.1;

/**
 * Returns the sampler that `OTEL_TRACES_SAMPLER` names; as in OpenTelemetry, its ratio defaults to 1.
 * Default: the caller's decision, else a tenth.
 */
export const samplerOf = ({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio = name === undefined ? DEFAULT_RATIO : 1,
}: TelemetrySettings): Sampler => {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(name ?? 'parentbased_traceidratio') ?? [];
  const root = rootSampler(kind, ratio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
};

const rootSampler = (kind: string | undefined, ratio: number): Sampler => {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
};
