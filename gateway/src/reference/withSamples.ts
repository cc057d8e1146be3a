import { type CodeSample, codeSamples, type SampledRequest } from './codeSamples.ts';
import { createSampler } from './sampled.ts';
import type { ExampleDocument, Operation, Parameter } from './withExamples.ts';

interface SampledOperation extends Operation {
  readonly 'x-codeSamples': readonly CodeSample[];
}

interface SampledDocument extends ExampleDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SampledOperation>>>>;
}

/**
 * Adds code samples to every operation of an OpenAPI document with examples (`x-codeSamples`).
 * @param root the REST root, without a slash at its end
 */
export const withSamples = (document: ExampleDocument, root: string): SampledDocument => {
  const sampler = createSampler(document);
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const all = Object.entries(operations).map(([method, operation]) => {
      const request = requestOf(operation, { method, address: root + path, sampler });
      return [method, { ...operation, 'x-codeSamples': codeSamples(request) }] as const;
    });
    return [path, Object.fromEntries(all)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
};

interface Place {
  readonly method: string;
  readonly address: string;
  readonly sampler: ReturnType<typeof createSampler>;
}

const requestOf = (operation: Operation, { method, address, sampler }: Place): SampledRequest => {
  const { parameters = [], requestBody, responses, security } = operation;
  const required = parameters.flatMap((each) => ('$ref' in each || !each.required ? [] : [each]));
  const sampleOf = ({ name, schema = {} }: Parameter): string => {
    const value = sampler(schema);
    if (typeof value === 'object' || value === '' || value === 'string')
      return name === 'slug' ? 'harbour-concert' : 'harbour';
    return String(value === 0 ? 1 : value);
  };
  const inPath = new Map(required.filter((each) => each.in === 'path').map((each) => [each.name, sampleOf(each)]));
  const query = new URLSearchParams(
    required.filter((each) => each.in === 'query').map((each) => [each.name, sampleOf(each)]),
  );
  const path = address.replaceAll(/\{(\w+)\}/g, (capture, name: string) => inPath.get(name) ?? capture);
  const json = requestBody?.content['application/json'];
  const success = Object.entries(responses).find(([status]) => status < '300')?.[1];
  return {
    method: method.toUpperCase(),
    address: query.size === 0 ? path : `${path}?${query}`,
    needsSignIn: security !== undefined,
    ...(json !== undefined && { body: json.example ?? {} }),
    sendsFile: requestBody !== undefined && json === undefined,
    getsJson: success?.content !== undefined && 'application/json' in success.content,
  };
};
