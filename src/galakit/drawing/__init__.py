"""Pictures of trees and strategies for papers and notebooks."""
