import type { BuildOptions } from 'esbuild'

export declare const bundleOptions: BuildOptions
export declare const launchedOptions: BuildOptions
export declare function launcherOptions(bundle: string): BuildOptions
