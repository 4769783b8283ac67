// tinygltf is one header; this is where its functions are compiled.
#include <fstream>  // tinygltf forgets it when told to leave files alone

#define TINYGLTF_IMPLEMENTATION
#include "graze/io/detail/tinygltf.h"
