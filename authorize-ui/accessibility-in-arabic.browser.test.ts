import { findBrowser } from './testing/browser.js'
import { describeRulesOfAccessibility } from './testing/rules-of-accessibility.js'

describeRulesOfAccessibility('ar', findBrowser(process.env.OB_BROWSER), process.env.OB_AXE)
