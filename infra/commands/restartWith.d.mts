/**
 * @param options such as `--max-semi-space-size=8`
 * @param variables environment variables, unless they are set
 */
export declare const restartWith: (options: readonly string[], variables?: Readonly<Record<string, string>>) => void;
