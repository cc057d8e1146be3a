import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './settings.ts';

/** The sampler that OTEL_TRACES_SAMPLER names; default: what the caller has decided, else all. */
export const samplerOf = ({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: TelemetrySettings): Sampler => {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const root = rootSampler(kind, ratio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
};

const rootSampler = (kind: string | undefined, ratio: number | undefined): Sampler => {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
};
