interface Exporter<Batch> {
  export(batch: Batch, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** Lets an exporter of OpenTelemetry report a failure once, until an export succeeds. */
export const reportFailures = <Batch, Sending extends Exporter<Batch>>(
  exporter: Sending & Exporter<Batch>,
  onFailure: (error: unknown) => void,
): Sending => {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      const failed = result.code !== 0;
      if (failed && !isFailing) onFailure(result.error);
      isFailing = failed;
      done(result);
    });
  return exporter;
};
