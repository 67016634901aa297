import { judgeFaults } from './judge-faults.js'

judgeFaults(0, 2)
