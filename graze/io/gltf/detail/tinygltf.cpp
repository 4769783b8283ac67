// tinygltf is one header; its functions are compiled here.
#include <fstream>  // tinygltf does not include it if its file functions are switched off

#define TINYGLTF_IMPLEMENTATION
#include "graze/io/gltf/detail/tinygltf.h"
