import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './settings.ts';

/** Of traces of which nobody has said how many to keep: more would cost a site more than 3 % of its processor time. */
const TENTH = 0.1;

/**
 * The sampler that OTEL_TRACES_SAMPLER names, a ratio without OTEL_TRACES_SAMPLER_ARG being all, as OpenTelemetry says;
 * default: what the caller has decided, else a tenth.
 */
export const samplerOf = ({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio = name === undefined ? TENTH : 1,
}: TelemetrySettings): Sampler => {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(name ?? 'parentbased_traceidratio') ?? [];
  const root = rootSampler(kind, ratio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
};

const rootSampler = (kind: string | undefined, ratio: number): Sampler => {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
};
