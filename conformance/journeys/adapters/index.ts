/**
 * Page adapters by name.
 *
 * @module
 */
import type { PageAdapter } from '../../profile/page-adapter.js'
import { authorizeUi } from './authorize-ui.js'

export const adapters: Readonly<Record<string, PageAdapter>> = { [authorizeUi.name]: authorizeUi }
